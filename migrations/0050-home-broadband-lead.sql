-- A request for the 5G box, as far as the portal must remember it: who may follow it, that it is sent once, and the consent.
-- Name, e-mail and address go to the operator and are not kept here.
create table home_broadband_lead (
  id text primary key check (length(id) = 22),
  -- Ours, sent to the operator with every try.
  reference text not null unique check (length(reference) <= 20),
  visit_id bytea references visit (id) on delete set null,
  -- The hash of the proof that a code opened: the same press is the same request.
  submission_key bytea not null unique,
  -- The hash of what was asked for: a second press with a new code is the same request too.
  request_hash bytea not null,
  contact_number text not null,
  product_code text not null,
  city text not null,
  is_feasible boolean not null,
  consented_at timestamptz not null,
  consent_version text not null,
  language text not null,
  -- Whoever sends it to the operator holds it until here.
  sending_until timestamptz,
  answered_at timestamptz,
  operator_lead_id text,
  purchase_id text,
  created_at timestamptz not null
);
create index home_broadband_lead_contact_number on home_broadband_lead (contact_number, created_at);
create index home_broadband_lead_operator_lead_id on home_broadband_lead (operator_lead_id);
create index home_broadband_lead_visit_id on home_broadband_lead (visit_id);
create index home_broadband_lead_created_at on home_broadband_lead (created_at);
