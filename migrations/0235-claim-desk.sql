-- CON-5: an act on a claim carries the version that it saw; and who takes care of the claim.
alter table pay_case
  add column version integer not null default 0,
  add column assigned_id text,
  add column assigned_name text;
