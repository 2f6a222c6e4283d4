-- What a form was answered, until its page has shown it: problems and what was typed, never a PIN or a code. Named by a random id in the
-- address of the page; where the visit is known, for that visit only. Written by one version of the pages and read by the same only.
create table page_answer (
  id bytea primary key,
  visit_id bytea,
  path text not null,
  version text not null,
  answer jsonb not null,
  expires_at timestamptz not null
);
create index page_answer_expires_at on page_answer (expires_at);
