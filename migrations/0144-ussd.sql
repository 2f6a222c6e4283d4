-- USSD: a session of our own, because gateways repeat their ids; `turn` tells apart those under one id. What was typed is kept as a keyed hash
-- only: people type their PIN where it does not belong.
create table ussd_session (
  id bigint generated always as identity primary key,
  gateway text not null,
  gateway_session text not null,
  turn integer not null,
  msisdn text not null,
  language text not null,
  step integer not null,
  heard_hash bytea not null,
  menu jsonb,
  version integer not null default 0,
  begun_at timestamptz not null,
  heard_at timestamptz not null,
  ended_at timestamptz,
  unique (gateway, gateway_session, msisdn, turn)
);
create index ussd_session_msisdn on ussd_session (msisdn, heard_at);
create index ussd_session_heard_at on ussd_session (heard_at);

-- Each step is claimed before it is worked and keeps its answer: a gateway that sends it again gets the same screen and nothing is done twice.
create table ussd_step (
  session_id bigint not null references ussd_session (id) on delete cascade,
  step integer not null,
  inputs_hash bytea not null,
  claimed_at timestamptz not null,
  answer text,
  primary key (session_id, step)
);
create index ussd_step_claimed_at on ussd_step (claimed_at);

-- What a number asked to pay by USSD, written before anybody is asked for money: tells a repeated wish from a second one, counts the day's
-- debits of airtime, and finds the last payment again.
create table ussd_purchase (
  purchase_id text primary key,
  msisdn text not null,
  fingerprint text not null,
  way text not null check (way in ('money', 'airtime')),
  amount integer not null,
  order_id text not null,
  asked_at timestamptz not null
);
create index ussd_purchase_msisdn on ussd_purchase (msisdn, asked_at);
create index ussd_purchase_asked_at on ussd_purchase (asked_at);
