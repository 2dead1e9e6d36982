-- What a block writes, in fewer and smaller rows.

-- The feed by pages: so many messages of one block that belong together. A row for each message took longer than the block
-- it told. One number is left out, so that whoever follows notices that what was told before is gone.
drop table feed;
create table feed (
  last_seq bigint primary key,
  first_seq bigint not null,
  height bigint not null,
  block_hash text not null,
  at_ms bigint not null,
  -- The index's revision after the block, in its last page.
  version bigint,
  -- A message a line: channel, type and the JSON as it is sent.
  messages text not null
);
alter table feed alter column messages set storage external;
create index feed_blocks on feed (height) where version is not null;
-- In which pages a channel has messages.
create table feed_channels (
  channel text not null,
  last_seq bigint not null,
  primary key (channel, last_seq)
);
update feed_head set last_seq = last_seq + 1, first_seq = last_seq + 2 where last_seq > 0;
delete from feed_books;

-- Images are found by height alone; a row leaves one in each block.
alter table undo_log drop constraint undo_log_pkey;
alter table undo_log alter column row_key type json, alter column image type json;
