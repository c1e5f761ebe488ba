// Command goldenserve serves the site with Flink's recorded answers in place of
// the planner's, to work on pages whatever the planner of the day does.
//
//	go run ./planner/devtools/goldenserve [address]
package main

import (
	"context"
	"log"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"

	"rowkind/planner/golden"
	"rowkind/server"
	"rowkind/server/store"
)

func main() {
	addr := "127.0.0.1:8080"
	if len(os.Args) > 1 {
		addr = os.Args[1]
	}
	answers, err := golden.Load(os.DirFS("planner/testdata/corpus"))
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "goldenserve")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	st, err := store.Open(context.Background(), filepath.Join(dir, "rowkind.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
	srv := server.New(server.Config{Store: st, Explain: answers.Explain, Log: slog.Default()})
	log.Println("recorded answers at http://" + addr)
	log.Fatal(http.ListenAndServe(addr, srv))
}
