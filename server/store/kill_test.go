package store

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestMain plays the process that gets killed, where a test started it so.
func TestMain(m *testing.M) {
	for variable, play := range map[string]func(string){"STORE_TEST_WRITER": writer, "STORE_TEST_FULL": full, "STORE_TEST_READONLY": readOnly} {
		if name := os.Getenv(variable); name != "" {
			play(name)
			return
		}
	}
	os.Exit(m.Run())
}

// writer saves without end and says each id once it was acknowledged.
func writer(name string) {
	s, err := Open(context.Background(), name)
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	for i := 0; ; i++ {
		id, _, err := s.Save(context.Background(), content(fmt.Sprintf("SELECT %d, %d", os.Getpid(), i)), "v1", []byte(strings.Repeat("x", i%5000)))
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println(id)
	}
}

// Killed at any moment, nothing that was acknowledged is lost, and the next
// start works. STORE_TEST_KILLS says how often; in full it is 500:
//
//	STORE_TEST_KILLS=500 go test ./server/store -run TestKilled -v -timeout 30m
func TestKilled(t *testing.T) {
	times := 8
	if n, err := strconv.Atoi(os.Getenv("STORE_TEST_KILLS")); err == nil {
		times = n
	}
	name := filepath.Join(t.TempDir(), "killed.db")
	var acknowledged []string
	for round := range times {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "STORE_TEST_WRITER="+name)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(30+round*7%60)*time.Millisecond, func() { cmd.Process.Kill() })
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			line := lines.Text()
			if strings.HasPrefix(line, "error") {
				t.Fatalf("round %d: %s", round, line)
			}
			if ValidID(line) { // the last line may be cut
				acknowledged = append(acknowledged, line)
			}
		}
		cmd.Wait()
	}
	sound(t, name, acknowledged)
	if len(acknowledged) == 0 {
		t.Error("nothing was saved before the kills")
	}
	t.Logf("%d kills, %d snippets acknowledged, none lost", times, len(acknowledged))
}
