-- FIND-3: what stayed open after portal, provider and operator were asked. One open case at a time for a payment.
create table pay_case (
  id bigint generated always as identity primary key,
  number text not null unique check (length(number) = 8),
  order_id text not null references pay_order (id),
  kind text not null check (kind in ('nothing-arrived', 'wrong-number', 'paid-twice', 'other')),
  -- Whom to answer: the number that was proven, or that the payment is for.
  msisdn text not null,
  language text not null,
  words text not null default '' check (length(words) <= 300),
  opened_at timestamptz not null,
  due_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  answer text check (length(answer) <= 300),
  -- Which SMS were taken by the centre.
  told text[] not null default '{}'
);
create unique index one_open_case_per_order on pay_case (order_id) where closed_at is null;
create index pay_case_order_id on pay_case (order_id);
create index pay_case_untold on pay_case (id) where not (told @> array['opened']) or (closed_at is not null and not (told @> array['closed']));
