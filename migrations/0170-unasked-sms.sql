-- MSG-2: SMS about requests that the holder of a phone did not accept, for the limit of each number. One row for each message, taken before it is sent.
create table unasked_sms (
  reference text primary key,
  msisdn text not null,
  taken_at timestamptz not null
);
create index unasked_sms_msisdn on unasked_sms (msisdn, taken_at);
create index unasked_sms_taken_at on unasked_sms (taken_at);
