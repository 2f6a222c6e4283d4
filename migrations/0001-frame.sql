-- An anonymous visit: the draft survives a refresh, a closed tab or a dead battery. Only the hash of the cookie is kept.
create table visit (
  id bytea primary key check (octet_length(id) = 32),
  draft jsonb not null check (pg_column_size(draft) < 16384),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index visit_expires_at on visit (expires_at);

-- Limits shared by all replicas (generic cell rate). Unlogged: losing it in a crash only forgives a few recent calls.
create unlogged table rate_limit (key text primary key, arrives_at timestamptz not null);
create index rate_limit_arrives_at on rate_limit (arrives_at);

-- Keys that visitors' browsers encrypt to (GEN-5). Two live during a rotation.
create table sealing_key (
  id text primary key,
  private_key text not null,
  public_key text not null,
  created_at timestamptz not null,
  retires_at timestamptz
);
create unique index one_current_sealing_key on sealing_key ((true)) where retires_at is null;
create table used_nonce (nonce text primary key, expires_at timestamptz not null);
create index used_nonce_expires_at on used_nonce (expires_at);

-- Page texts and page settings. Every imported version is kept; content_active names the one that is served.
create table content_package (
  id bigint generated always as identity primary key,
  name text not null,
  language text not null,
  body jsonb not null,
  source text not null check (source in ('seed', 'import')),
  imported_at timestamptz not null default now(),
  unique (id, name, language)
);
create table content_active (
  name text not null,
  language text not null,
  package_id bigint not null,
  primary key (name, language),
  foreign key (package_id, name, language) references content_package (id, name, language)
);

-- Analytics hold counts only: no visitor, no number, no address.
create table analytics_count (
  day date not null,
  page text not null,
  action text not null,
  language text not null,
  count bigint not null check (count > 0),
  primary key (day, page, action, language)
);
