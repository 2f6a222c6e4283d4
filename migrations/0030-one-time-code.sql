-- One number, one purpose, one visit: all codes sent for them share its attempts, so neither a resend nor a new request refills them.
create table one_time_code_challenge (
  id text primary key check (length(id) = 22),
  msisdn text not null,
  purpose text not null,
  visit_id bytea not null references visit (id) on delete cascade,
  attempts smallint not null default 0 check (attempts between 0 and 5),
  ends_at timestamptz not null,
  -- What a right code opened, until it is spent.
  proof_hash bytea,
  proof_ends_at timestamptz,
  unique (msisdn, purpose, visit_id)
);
create index one_time_code_challenge_visit_id on one_time_code_challenge (visit_id);
create index one_time_code_challenge_ends_at on one_time_code_challenge (ends_at);

-- Every SMS with a code. Only a keyed hash of the code is kept; the row stays a day, for the limits.
create table one_time_code (
  sms_reference text primary key check (length(sms_reference) = 22),
  challenge_id text not null references one_time_code_challenge (id) on delete cascade,
  msisdn text not null,
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  is_used boolean not null default false,
  -- Kannel's delivery report: 8 at the centre, then 1 delivered, 2 not delivered or 16 refused.
  report smallint check (report in (1, 2, 4, 8, 16)),
  reported_at timestamptz
);
create index one_time_code_msisdn on one_time_code (msisdn, sent_at);
create index one_time_code_challenge_id on one_time_code (challenge_id);
