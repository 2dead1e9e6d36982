-- Pages of the feed are found by a key: the channel, but one for all transactions, which were most of what the index of pages was
-- given. The entries are made anew from the pages, so whoever follows goes on. The column has another name: an earlier build would
-- look for a transaction under its own and find nothing.
alter table feed_channels rename column channel_hash to key_hash;
truncate feed_channels;
insert into feed_channels (key_hash, last_seq)
select hashtextextended(key, 0), last_seq
from (
  select distinct case when line like 'tx:%' then 'tx' else split_part(line, ' ', 1) end as key, last_seq
  from feed cross join lateral string_to_table(messages, E'\n') as m (line)) entry;
