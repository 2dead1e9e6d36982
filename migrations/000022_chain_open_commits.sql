-- Whether a wallet has a commit that is not worked off: asked when its withdrawal falls due. All it ever committed is much more.
create index commits_open on commits (voter) where worked_off_at_ms is null;
