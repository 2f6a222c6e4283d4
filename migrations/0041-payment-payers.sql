-- Payers who proved by a one-time code that a number is theirs, for one order and ten minutes. Only a hash of the proof is kept.
create table pay_payer_proof (
  order_id text not null references pay_order (id),
  msisdn text not null,
  proof_hash bytea not null,
  ends_at timestamptz not null,
  primary key (order_id, msisdn)
);

-- How many requests are waiting on one phone.
create index pay_attempt_open_push on pay_attempt ((payer ->> 'msisdn')) where is_push and state in ('CREATED', 'UNKNOWN', 'WAITING');
