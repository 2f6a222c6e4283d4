-- FIND-1: payments for a number and from a number, newest first.
create index pay_order_line on pay_order ((delivery ->> 'msisdn'), created_at);
create index pay_attempt_payer on pay_attempt ((payer ->> 'msisdn'), created_at);

-- FIND-5: wrong codes of a day for one number, whichever visit typed them. A guess counts as often as there were codes that it might have hit.
create table code_guess (
  id bigint generated always as identity primary key,
  msisdn text not null,
  purpose text not null,
  weight smallint not null check (weight > 0),
  guessed_at timestamptz not null
);
create index code_guess_msisdn on code_guess (msisdn, purpose, guessed_at);
create index code_guess_guessed_at on code_guess (guessed_at);
