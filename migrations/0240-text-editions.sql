-- CON-7: what editors wrote for one text in all languages, and how it reached visitors. `texts` is by field: a language, or one of its parts.
create table text_edition (
  id bigint generated always as identity primary key,
  -- '<package>/<text>' or 'help/<question>'.
  text_id text not null check (length(text_id) between 3 and 200),
  -- Counts the editions of one text.
  number integer not null check (number > 0),
  state text not null check (state in ('draft', 'review', 'scheduled', 'published', 'withdrawn')),
  -- Grows with every change of the row (CON-5).
  revision integer not null check (revision > 0),
  texts jsonb not null,
  -- What visitors read when it was begun.
  base jsonb not null,
  -- The edition whose words it brings back; `is_restore`: by one approver, without a review.
  brings_back integer,
  is_restore boolean not null default false,
  -- All who wrote in it.
  author_ids text[] not null check (cardinality(author_ids) > 0),
  author_name text not null,
  written_at timestamptz not null,
  approved_by text,
  approved_name text,
  approved_at timestamptz,
  publish_at timestamptz,
  published_at timestamptz,
  -- Why it came back to its author.
  note text check (length(note) <= 300),
  unique (text_id, number),
  constraint approved_by_another check (approved_by is null or is_restore or not (approved_by = any (author_ids))),
  check ((state in ('scheduled', 'published')) = (approved_by is not null)),
  check ((state = 'published') = (published_at is not null))
);
create unique index one_open_edition on text_edition (text_id) where state in ('draft', 'review', 'scheduled');
create index text_edition_due on text_edition (publish_at) where state = 'scheduled';

-- What was published or withdrawn stays as it was.
create function refuse_edition_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state in ('published', 'withdrawn') then
    raise exception 'a published text is never changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger text_edition_fixed before update or delete on text_edition
  for each row execute function refuse_edition_change();

-- CON-7: grows with every change of what is served. A replica never goes back to a lower version.
create table content_state (version bigint not null);
insert into content_state (version) values (1);
create function count_content_version() returns trigger language plpgsql as $$
begin
  update content_state set version = version + 1;
  return null;
end
$$;
