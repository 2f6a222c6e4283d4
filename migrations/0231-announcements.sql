-- CON-8: what visitors read about an outage, with an end. The words are those of a checked template, or own ones of two people.
create table announcement (
  id bigint generated always as identity primary key,
  kind text not null,
  service text not null,
  town text,
  -- By language: { "fr": { "title", "text" } }; null for a template.
  words jsonb,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  by_id text not null,
  by_name text not null,
  approved_by text,
  approved_name text,
  taken_down_at timestamptz,
  taken_down_name text,
  check (ends_at > starts_at and ends_at <= starts_at + interval '24 hours'),
  check ((taken_down_at is null) = (taken_down_name is null)),
  constraint own_words_by_two check (words is null or (approved_by is not null and approved_by <> by_id))
);
create index announcement_open on announcement (ends_at) where taken_down_at is null;
