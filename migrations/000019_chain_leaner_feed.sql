-- What the feed costs a block.

-- In which pages a channel has messages, by a hash of its name: a number is written in half the time of a long name. Two
-- channels may share a hash, so pages are looked through by name, and nothing here is unique.
alter table feed_channels drop constraint feed_channels_pkey;
alter table feed_channels alter column channel type bigint using hashtextextended(channel, 0);
alter table feed_channels rename column channel to channel_hash;
create index feed_channels_hash on feed_channels (channel_hash, last_seq);

-- Whose time to commit ends with a block: asked with every block, and mostly there is none.
create index rounds_committing on rounds (commit_ends_at_ms) where finalized_at_ms is null;
