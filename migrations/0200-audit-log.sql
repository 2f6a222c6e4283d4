-- CON-4: what staff did, append only. `hash` covers the entry and the hash before it; `sequence` counts without gaps.
create table audit_entry (
  sequence bigint primary key check (sequence > 0),
  at timestamptz not null,
  actor_id text not null,
  actor_name text not null,
  actor_roles text[] not null,
  act text not null,
  outcome text not null check (outcome in ('done', 'proposed', 'approved', 'rejected', 'refused', 'expired')),
  target_kind text,
  target_id text,
  detail jsonb not null,
  hash bytea not null unique check (length(hash) = 32),
  check ((target_kind is null) = (target_id is null))
);
create index audit_entry_target on audit_entry (target_kind, target_id, sequence);
create index audit_entry_actor on audit_entry (actor_id, sequence);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append only' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_not_emptied before truncate on audit_entry
  for each statement execute function refuse_audit_change();
