-- OPS-4: which version of the shipped content this is; null for an editor's, and for what programs of before wrote. A versioned package stands with
-- the source 'import': those programs replace what stands as 'seed' by their own, older texts.
alter table content_package add column seed_version integer;
