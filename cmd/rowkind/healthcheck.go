package main

import (
	"fmt"
	"net/http"
	"time"
)

// healthcheckCommand asks a running service whether it is ready: what an image
// without a shell needs for its health check.
type healthcheckCommand struct {
	URL string `name:"url" default:"http://127.0.0.1:8080/readyz" help:"What to ask."`
}

func (c *healthcheckCommand) Run(std streams) error {
	client := http.Client{Timeout: 3 * time.Second}
	res, err := client.Get(c.URL)
	if err != nil {
		return fmt.Errorf("healthcheck: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		fmt.Fprintln(std.err, res.Status)
		return exitCode(exitRejected)
	}
	return nil
}
