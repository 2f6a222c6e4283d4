-- PINs sent for an attempt, and whether the wallet still owes an answer to the last one. The PIN itself is never stored, sealed or not.
alter table pay_attempt
  add column secrets_sent int not null default 0,
  add column is_secret_pending boolean not null default false;
