-- Who may be given a payment: those who signed in lately, as the audit log has them.
create index concurrently if not exists audit_entry_sign_in on audit_entry (actor_id, sequence) where act = 'sign-in' and outcome = 'done';
