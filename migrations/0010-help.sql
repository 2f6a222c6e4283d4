-- The questions and answers of the help centre. Every imported version is kept; the newest is served.
create table help_document (
  id bigint generated always as identity primary key,
  body jsonb not null,
  source text not null check (source in ('seed', 'import')),
  imported_at timestamptz not null default now()
);

-- One vote per question and visit. The row goes with its visit; what was counted stays counted.
create table help_vote (
  visit_id bytea not null references visit (id) on delete cascade,
  question_id text not null,
  is_like boolean not null,
  voted_at timestamptz not null,
  primary key (visit_id, question_id)
);
create table help_count (
  question_id text primary key,
  likes bigint not null check (likes >= 0),
  dislikes bigint not null check (dislikes >= 0)
);

-- What visitors say about our service. Nothing here names a visitor.
create table feedback (
  id bigint generated always as identity primary key,
  rating smallint not null check (rating between 1 and 5),
  words text not null check (char_length(words) <= 2000),
  language text not null,
  given_at timestamptz not null
);
create index feedback_given_at on feedback (given_at);
