-- CON-1: who is signed in to the operator's console. `id` is the hash of the cookie; `sealed` holds the provider's tokens, encrypted.
create table console_session (
  id bytea primary key check (length(id) = 32),
  staff_id text not null,
  staff_name text not null,
  roles text[] not null,
  sealed text not null,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the provider last said these roles, and when it was last asked.
  roles_at timestamptz not null,
  asked_at timestamptz not null,
  -- What the next page says, once.
  notice jsonb
);
create index console_session_seen on console_session (seen_at);

-- A sign-in that was sent to the identity provider: used once, by the browser that began it.
create table console_sign_in (
  id bytea primary key check (length(id) = 32),
  sealed text not null,
  ends_at timestamptz not null
);
create index console_sign_in_ends on console_sign_in (ends_at);

-- CON-10: full numbers that a session may see for a minute. The audit log keeps who saw them, and why.
create table console_full_number (
  session_id bytea not null references console_session on delete cascade,
  target_kind text not null,
  target_id text not null,
  ends_at timestamptz not null,
  primary key (session_id, target_kind, target_id)
);
