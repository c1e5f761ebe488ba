// Command rehearse does what docker/compose.yaml describes without Docker: it reads the file as Compose does, runs its
// services as ordinary processes on the loopback, each from what it is started with there, and proves what is promised of
// them: links are the same everywhere, none is lost with a replica, a restart loses no request, limits hold.
//
//	go run ./docker/rehearse IMAGE    IMAGE is the folder that docker/build made
//
// Debian's caddy and postgresql stand in for the two images.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

const composeFile = "docker/compose.yaml"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := rehearse(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "docker/rehearse:", err)
		stop()
		os.Exit(1)
	}
}

func rehearse(ctx context.Context) (err error) {
	if len(os.Args) != 2 {
		return fmt.Errorf("give the folder that docker/build made")
	}
	opts, err := cli.NewProjectOptions([]string{composeFile}, cli.WithInterpolation(true))
	if err != nil {
		return err
	}
	project, err := opts.LoadProject(ctx)
	if err != nil {
		return err
	}
	s, err := newStage(project, os.Args[1])
	if err != nil {
		return err
	}
	defer func() {
		if stopErr := s.stop(); err == nil {
			err = stopErr
		}
		if err != nil {
			s.printLogs()
		}
		os.RemoveAll(s.dir)
	}()
	if err := s.startAll(ctx, project); err != nil {
		return err
	}
	return prove(s)
}

// startAll starts services when what they depend on runs.
func (s *stage) startAll(ctx context.Context, p *types.Project) error {
	for len(s.running) < len(p.Services) {
		before := len(s.running)
		for name, service := range p.Services {
			if s.running[name] != nil || !s.ready(service) {
				continue
			}
			if err := s.start(ctx, service); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if len(s.running) == before {
			return fmt.Errorf("services depend on each other in a circle")
		}
	}
	return nil
}

func (s *stage) ready(service types.ServiceConfig) bool {
	for name := range service.DependsOn {
		if s.running[name] == nil {
			return false
		}
	}
	return true
}
