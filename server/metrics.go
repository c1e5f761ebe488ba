package server

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"rowkind/planner"
	"rowkind/server/store"
)

type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	plans    *prometheus.CounterVec
	planning prometheus.Histogram
	limited  *prometheus.CounterVec
	shared   *prometheus.CounterVec
	panics   prometheus.Counter
	late     prometheus.Counter
}

func newMetrics(st *store.Store) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "rowkind_requests_total",
			Help: "Requests by method, route and status."}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "rowkind_request_seconds",
			Help: "Time to answer, by route.", Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 2.5}}, []string{"route"}),
		plans: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "rowkind_statements_total",
			Help: "Statements answered, by verdict."}, []string{"verdict"}),
		planning: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "rowkind_planning_seconds",
			Help: "Time to plan a script.", Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .05, .25, 1, 2}}),
		limited: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "rowkind_limited_total",
			Help: "Requests refused by a rate limit."}, []string{"limit"}),
		shared: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "rowkind_snippets_total",
			Help: "Snippets by what happened to them."}, []string{"what"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{Name: "rowkind_panics_total", Help: "Requests that panicked."}),
	}
	m.late = prometheus.NewCounter(prometheus.CounterOpts{Name: "rowkind_late_total",
		Help: "Scripts whose planner did not see its deadline."})
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "rowkind_build_info", Help: "The build, as labels.",
		ConstLabels: prometheus.Labels{"version": planner.Version, "flink": planner.FlinkVersion}}, func() float64 { return 1 })
	m.registry.MustRegister(m.requests, m.seconds, m.plans, m.planning, m.limited, m.shared, m.panics, m.late, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if st != nil {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "rowkind_store_up",
			Help: "1 where the store answers."}, func() float64 {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			if st.Ping(ctx) != nil {
				return 0
			}
			return 1
		}))
	}
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

func (m *metrics) request(method, route string, status int, took time.Duration) {
	switch method {
	case "GET", "POST", "HEAD", "OPTIONS":
	default:
		method = "other"
	}
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

func (m *metrics) planned(res planner.Result, took time.Duration) {
	m.planning.Observe(took.Seconds())
	for _, s := range res.Statements {
		m.plans.WithLabelValues(string(s.Verdict)).Inc()
	}
}
