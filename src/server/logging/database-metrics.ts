import type { MetricRecord } from './metric-record.ts'

export const DATABASE_METRICS = {
  guichet_database_takes_writes: {
    type: 'gauge',
    help: 'Whether the database accepts writes: 0 while it is unreachable or its commits wait for a standby',
    of: 'replica',
    alarm: '0 for a minute: purchases are refused; pages and payment states continue',
  },
  guichet_database_commit_seconds: {
    type: 'gauge',
    help: 'Duration of the last trial commit, also while it waits',
    of: 'replica',
    alarm: 'over 0.5 for five minutes: the disk or the synchronous standby is slow',
  },
  guichet_database_in_recovery: {
    type: 'gauge',
    help: 'Whether the database that this replica writes to is a standby',
    of: 'replica',
    alarm: '1 for a minute: a standby accepts no writes',
  },
  guichet_database_synchronous_wanted: {
    type: 'gauge',
    help: 'Whether synchronous_standby_names of the primary is set',
    of: 'portal',
    alarm: '0 where standbys run: losing the primary loses acknowledged payments',
  },
  guichet_database_standbys: {
    type: 'gauge',
    help: 'Standbys that stream from the primary, by sync_state; absent when this account may not see them',
    labels: ['sync_state'],
    of: 'portal',
    alarm: '`sync` and `quorum` are 0: purchases wait, or have one copy only',
  },
  guichet_database_replication_lag_seconds: {
    type: 'gauge',
    help: 'Replay lag of the slowest standby; absent without standbys or the right to see them',
    of: 'portal',
    alarm: 'over 30',
  },
  guichet_database_replication_lag_bytes: {
    type: 'gauge',
    help: 'The same in bytes of WAL',
    of: 'portal',
    alarm: 'it grows: the standby does not keep up, or is gone and left its slot',
  },
} as const satisfies Record<string, MetricRecord>
