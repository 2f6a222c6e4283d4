-- CON-3: what one person proposed and another decides. A row changes once, when it is decided.
create table staff_proposal (
  id bigint generated always as identity primary key,
  act text not null,
  order_id text references pay_order (id),
  reference text,
  request jsonb not null,
  -- CON-5: the payment as the proposer saw it.
  mark text not null,
  amount_minor bigint check (amount_minor > 0),
  currency char(3),
  proposed_by text not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('open', 'approved', 'rejected', 'expired')),
  decided_by text,
  decided_name text,
  decided_at timestamptz,
  decision_note text,
  check ((state = 'open') = (decided_at is null)),
  constraint approved_by_another check (state <> 'approved' or (decided_by is not null and decided_by <> proposed_by)),
  constraint approved_in_time check (state <> 'approved' or decided_at < expires_at)
);
create unique index one_open_proposal_per_order on staff_proposal (order_id) where state = 'open' and order_id is not null;
create index staff_proposal_open on staff_proposal (expires_at) where state = 'open';
create index staff_proposal_order on staff_proposal (order_id, id);

-- What was proposed stays as it was approved.
create function refuse_proposal_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or (to_jsonb(new) - '{state,decided_by,decided_name,decided_at,decision_note}'::text[])
      <> (to_jsonb(old) - '{state,decided_by,decided_name,decided_at,decision_note}'::text[]) then
    raise exception 'a proposal is decided once and never changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger staff_proposal_fixed before update on staff_proposal
  for each row execute function refuse_proposal_change();

-- CON-5: each act is done once under its key. The result is answered to every further press.
create table staff_act (
  key text primary key check (length(key) between 8 and 100),
  actor_id text not null,
  hash text not null,
  act text not null,
  order_id text references pay_order (id),
  at timestamptz not null,
  result jsonb,
  is_emergency boolean not null default false
);
create index staff_act_order on staff_act (order_id, act, at);
create index staff_act_emergency on staff_act (at) where is_emergency;

create table staff_note (
  id bigint generated always as identity primary key,
  order_id text not null references pay_order (id),
  at timestamptz not null,
  by_id text not null,
  by_name text not null,
  words text not null check (length(words) between 1 and 300)
);
create index staff_note_order on staff_note (order_id, id);

-- Who works on a payment; a row stays when the payment is given up.
create table staff_assignment (
  order_id text primary key references pay_order (id),
  to_id text,
  to_name text,
  at timestamptz not null,
  check ((to_id is null) = (to_name is null))
);
create index staff_assignment_to on staff_assignment (to_id) where to_id is not null;
