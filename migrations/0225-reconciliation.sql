-- CON-6: statements of providers, compared with the ledger day by day. Lines hold references and amounts, no numbers of people.
create table recon_mapping (
  source text not null,
  name text not null check (length(name) between 1 and 60),
  mapping jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (source, name)
);

create table recon_day (
  source text not null,
  day date not null,
  version int not null default 1,
  compared_at timestamptz,
  compared_by text,
  totals jsonb not null default '[]',
  first_by_id text,
  first_by_name text,
  first_at timestamptz,
  second_by_id text,
  second_by_name text,
  second_at timestamptz,
  primary key (source, day),
  check (num_nulls(first_by_id, first_by_name, first_at) in (0, 3)),
  check (num_nulls(second_by_id, second_by_name, second_at) in (0, 3)),
  check (second_by_id is null or first_by_id is not null),
  check (first_by_id is null or compared_at is not null),
  -- CON-3: no one signs both times.
  check (first_by_id <> second_by_id)
);

create table recon_statement (
  id bigint generated always as identity primary key,
  source text not null,
  day date not null,
  file_name text not null,
  file_hash bytea not null check (length(file_hash) = 32),
  file_bytes bigint not null check (file_bytes > 0),
  file_kind jsonb not null,
  probe jsonb not null,
  mapping jsonb,
  upload_id uuid not null,
  uploaded_by_id text not null,
  uploaded_by_name text not null,
  uploaded_at timestamptz not null,
  counts jsonb,
  compared_at timestamptz,
  foreign key (source, day) references recon_day (source, day)
);
create index recon_statement_day on recon_statement (source, day);
-- A file counts once.
create unique index recon_statement_once on recon_statement (source, file_hash) where compared_at is not null;

-- An uploaded file until it is compared, encrypted, in parts.
create table recon_file_part (
  upload_id uuid not null,
  part int not null,
  sealed text not null,
  stored_at timestamptz not null default now(),
  primary key (upload_id, part)
);

create table recon_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references recon_statement (id),
  source text not null,
  day date not null,
  line int not null,
  reference text not null,
  is_ours boolean not null,
  minor bigint not null check (minor >= 0),
  currency text not null,
  state text not null check (state in ('done', 'returned', 'not-done')),
  fee_minor bigint check (fee_minor >= 0),
  net_minor bigint check (net_minor >= 0),
  at timestamptz,
  number text,
  payout text,
  is_repeat boolean not null default false
);
create index recon_line_reference on recon_line (source, reference);
create index recon_line_day on recon_line (source, day) where is_ours;
create index recon_line_statement on recon_line (statement_id);

create table recon_difference (
  source text not null,
  day date not null,
  name text not null,
  reference text not null,
  line int,
  there_minor bigint,
  there_currency text,
  there_state text,
  here_minor bigint,
  here_currency text,
  here_state text,
  order_id text,
  explained_as text,
  note text check (length(note) <= 300),
  explained_by_id text,
  explained_by_name text,
  explained_at timestamptz,
  primary key (source, day, name, reference),
  foreign key (source, day) references recon_day (source, day),
  check (num_nulls(explained_as, explained_by_id, explained_by_name, explained_at) in (0, 4)),
  check (explained_as is distinct from 'left-open' or coalesce(length(note), 0) > 0)
);

-- A day that two people signed never changes.
create function refuse_signed_day() returns trigger language plpgsql as $$
begin
  if old.second_by_id is not null then
    raise exception 'a signed day never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end
$$;
create trigger recon_day_signed before update or delete on recon_day for each row execute function refuse_signed_day();

create function refuse_signed_rows() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct source, day from changed) c join recon_day d on d.source = c.source and d.day = c.day
    where d.second_by_id is not null
  ) then
    raise exception 'a signed day never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create function refuse_emptying() returns trigger language plpgsql as $$
begin
  raise exception 'a signed day never changes' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger recon_statement_added after insert on recon_statement referencing new table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_statement_changed after update on recon_statement referencing new table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_statement_moved after update on recon_statement referencing old table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_statement_removed after delete on recon_statement referencing old table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_line_added after insert on recon_line referencing new table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_line_changed after update on recon_line referencing new table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_line_moved after update on recon_line referencing old table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_line_removed after delete on recon_line referencing old table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_difference_added after insert on recon_difference referencing new table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_difference_changed after update on recon_difference referencing new table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_difference_moved after update on recon_difference referencing old table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_difference_removed after delete on recon_difference referencing old table as changed
  for each statement execute function refuse_signed_rows();
create trigger recon_day_not_emptied before truncate on recon_day for each statement execute function refuse_emptying();
create trigger recon_statement_not_emptied before truncate on recon_statement for each statement execute function refuse_emptying();
create trigger recon_line_not_emptied before truncate on recon_line for each statement execute function refuse_emptying();
create trigger recon_difference_not_emptied before truncate on recon_difference for each statement execute function refuse_emptying();
