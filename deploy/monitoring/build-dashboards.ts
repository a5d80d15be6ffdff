import {
  DashboardBuilder,
  DashboardCursorSync,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
} from "@grafana/grafana-foundation-sdk/dashboard";
import { DataqueryBuilder } from "@grafana/grafana-foundation-sdk/prometheus";
import { PanelBuilder } from "@grafana/grafana-foundation-sdk/timeseries";

/** One graph: its queries with the legend of each. `JOB` in a query is the selected job. */
type Panel = { title: string; unit: string; queries: [expr: string, legend: string][] };
type Row = { title: string; panels: Panel[] };

const source = { type: "prometheus", uid: "${datasource}" };
const rate = (metric: string, by: string, labels = "") =>
  `sum by (${by}) (rate(${metric}{JOB${labels}}[$__rate_interval]))`;
const p99 = (metric: string, by = "", labels = "") =>
  `histogram_quantile(0.99, sum by (le${by}) (rate(${metric}_bucket{JOB${labels}}[$__rate_interval])))`;
/** A figure of the database, which every replica reports. */
const shared = (metric: string, by = "job", labels = "") => `max by (${by}) (${metric}{JOB${labels}})`;

const streams = ',route!~"/v1/events|/v1/edge/watched-cameras|/v1/edge/verdicts"';

const service: Row[] = [
  {
    title: "Requests",
    panels: [
      {
        title: "Requests",
        unit: "reqps",
        queries: [[rate("http_request_duration_seconds_count", "status"), "{{status}}"]],
      },
      {
        title: "Time of 99 % of requests",
        unit: "s",
        queries: [[p99("http_request_duration_seconds", ", method", streams), "{{method}}"]],
      },
      { title: "In flight", unit: "short", queries: [["http_requests_in_flight{JOB}", "{{instance}}"]] },
      {
        title: "Refusals",
        unit: "reqps",
        queries: [
          [rate("http_requests_limited_total", "job"), "rate limit"],
          [rate("http_request_bodies_refused_total", "job"), "room for bodies"],
          [rate("cloud_sign_ins_failed_total", "job"), "failed sign-ins"],
        ],
      },
    ],
  },
  {
    title: "Processes",
    panels: [
      {
        title: "Processor",
        unit: "percentunit",
        queries: [["rate(process_cpu_seconds_total{JOB}[$__rate_interval])", "{{instance}}"]],
      },
      { title: "Event loop", unit: "s", queries: [["nodejs_eventloop_lag_p99_seconds{JOB}", "{{instance}}"]] },
      { title: "Memory", unit: "bytes", queries: [["process_resident_memory_bytes{JOB}", "{{instance}}"]] },
      {
        title: "Live-event streams and their lag",
        unit: "short",
        queries: [
          ["sum by (job) (cloud_event_streams{JOB})", "streams"],
          ["max by (job) (cloud_event_streams_lag_seconds{JOB})", "lag in seconds"],
        ],
      },
    ],
  },
  {
    title: "Database and storage",
    panels: [
      {
        title: "Statements, 99 %",
        unit: "s",
        queries: [[p99("cloud_database_statement_duration_seconds", ", outcome"), "{{outcome}}"]],
      },
      {
        title: "Work that waits for a connection",
        unit: "short",
        queries: [['sum by (pool) (cloud_database_connections{JOB,state="waiting"})', "{{pool}}"]],
      },
      {
        title: "The databases answer",
        unit: "bool",
        queries: [
          [shared("cloud_database_up"), "main"],
          [shared("cloud_tracking_database_up"), "tracking"],
          [shared("cloud_read_replica_up"), "read replica"],
        ],
      },
      {
        title: "Log that the read replica has not replayed",
        unit: "bytes",
        queries: [[shared("cloud_read_replica_lag_bytes"), "read replica"]],
      },
      {
        title: "Reads that may use the read replica",
        unit: "ops",
        queries: [[rate("cloud_replica_reads_total", "where"), "{{where}}"]],
      },
      {
        title: "Failed statements",
        unit: "ops",
        queries: [[rate("cloud_database_errors_total", "class"), "class {{class}}"]],
      },
      {
        title: "Picture storage, 99 %",
        unit: "s",
        queries: [[p99("cloud_storage_request_duration_seconds", ", operation, outcome"), "{{operation}} {{outcome}}"]],
      },
    ],
  },
  {
    title: "Background work",
    panels: [
      {
        title: "Oldest job",
        unit: "s",
        queries: [
          [
            shared("cloud_jobs_oldest_age_seconds", "kind, state", ',state=~"created|retry|active"'),
            "{{kind}} {{state}}",
          ],
        ],
      },
      { title: "Jobs", unit: "short", queries: [[shared("cloud_jobs", "kind, state"), "{{kind}} {{state}}"]] },
      {
        title: "AI requests, 99 %",
        unit: "s",
        queries: [[p99("cloud_ai_request_duration_seconds", ", task, outcome"), "{{task}} {{outcome}}"]],
      },
      {
        title: "AI services",
        unit: "short",
        queries: [
          ["max by (job) (cloud_ai_configured{JOB})", "configured"],
          ["min by (job) (cloud_ai_connected{JOB})", "connected"],
          ["sum by (job) (cloud_ai_requests_in_flight{JOB})", "requests in flight"],
        ],
      },
      {
        title: "Time since maintenance",
        unit: "s",
        queries: [[`time() - ${shared("cloud_maintenance_completed_timestamp_seconds", "work")}`, "{{work}}"]],
      },
    ],
  },
];

const fleet: Row[] = [
  {
    title: "Devices and cameras",
    panels: [
      { title: "Edge devices", unit: "short", queries: [[shared("cloud_edge_devices", "state"), "{{state}}"]] },
      {
        title: "Cameras by their last scan",
        unit: "short",
        queries: [[shared("cloud_cameras", "last_scan"), "{{last_scan}}"]],
      },
      {
        title: "Oldest heartbeat",
        unit: "s",
        queries: [[shared("cloud_edge_heartbeat_oldest_age_seconds"), "oldest"]],
      },
      {
        title: "Clock that is furthest off",
        unit: "s",
        queries: [[shared("cloud_edge_clock_skew_seconds"), "furthest"]],
      },
    ],
  },
  {
    title: "Delivery",
    panels: [
      {
        title: "Records on devices",
        unit: "short",
        queries: [[shared("cloud_edge_queue_records", "state"), "{{state}}"]],
      },
      {
        title: "Oldest record on a device",
        unit: "s",
        queries: [[shared("cloud_edge_queue_oldest_age_seconds"), "oldest"]],
      },
      {
        title: "Hours until the first device is full",
        unit: "h",
        queries: [["min by (job) (cloud_edge_queue_full_hours{JOB})", "first"]],
      },
      {
        title: "Writes that were sent again",
        unit: "reqps",
        queries: [[rate("cloud_receipts_replayed_total", "route"), "{{route}}"]],
      },
    ],
  },
  {
    title: "Inspection",
    panels: [
      { title: "Scans", unit: "ops", queries: [[rate("cloud_scans_total", "type, source"), "{{type}} {{source}}"]] },
      {
        title: "Newest scan",
        unit: "s",
        queries: [[shared("cloud_newest_scan_age_seconds", "type, source"), "{{type}} {{source}}"]],
      },
      {
        title: "Tracking events",
        unit: "ops",
        queries: [[rate("cloud_stream_events_total", "outcome"), "{{outcome}}"]],
      },
      {
        title: "Open escalations",
        unit: "short",
        queries: [[shared("cloud_escalations_open", "state"), "{{state}}"]],
      },
      {
        title: "Oldest escalation",
        unit: "s",
        queries: [[shared("cloud_escalations_oldest_age_seconds", "state"), "{{state}}"]],
      },
      {
        title: "Pictures: missing, without a record, sweep refused",
        unit: "short",
        queries: [
          [shared("cloud_pictures_missing"), "missing"],
          [shared("cloud_pictures_unnamed"), "without a record"],
          [shared("cloud_pictures_sweep_refused"), "sweep refused"],
        ],
      },
      {
        title: "Oldest erasure that is not complete",
        unit: "s",
        queries: [[shared("cloud_erasure_oldest_age_seconds"), "age"]],
      },
      { title: "Deleted pictures", unit: "ops", queries: [[rate("cloud_pictures_deleted_total", "why"), "{{why}}"]] },
    ],
  },
];

/** All dashboards by the names of their files. */
export function buildDashboards(): Record<string, object> {
  return {
    "service.json": buildDashboard("inspection-service", "Container inspection: service", service),
    "fleet.json": buildDashboard("inspection-fleet", "Container inspection: gates and inspections", fleet),
  };
}

function buildDashboard(uid: string, title: string, rows: readonly Row[]): object {
  const dashboard = new DashboardBuilder(title)
    .uid(uid)
    .tags(["container-inspection"])
    .timezone("browser")
    .refresh("1m")
    .time({ from: "now-6h", to: "now" })
    .tooltip(DashboardCursorSync.Crosshair)
    .withVariable(new DatasourceVariableBuilder("datasource").label("Data source").type("prometheus"))
    .withVariable(
      new QueryVariableBuilder("job")
        .label("Job")
        .datasource(source)
        .query("label_values(cloud_build_info, job)")
        .refresh(VariableRefresh.OnTimeRangeChanged),
    );
  for (const row of rows) {
    dashboard.withRow(new RowBuilder(row.title));
    for (const panel of row.panels)
      dashboard.withPanel(buildPanel(panel, Math.floor(24 / Math.min(row.panels.length, 4))));
  }
  return dashboard.build();
}

function buildPanel({ title, unit, queries }: Panel, width: number): PanelBuilder {
  const panel = new PanelBuilder().title(title).unit(unit).min(0).datasource(source).height(8).span(width);
  for (const [expr, legend] of queries)
    panel.withTarget(
      new DataqueryBuilder().expr(expr.replaceAll("{JOB", '{job="$job"')).legendFormat(legend).datasource(source),
    );
  return panel;
}
