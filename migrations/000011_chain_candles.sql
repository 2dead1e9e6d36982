-- Prices of yes by interval, kept for ever: only intervals in which something changed have a row. Best prices are those
-- at the end, 0 when that side is empty.
create table candles (
  market_id bigint not null,
  "interval" text not null,
  start_ms bigint not null,
  open integer not null,
  high integer not null,
  low integer not null,
  close integer not null,
  volume numeric(78, 0) not null,
  trades bigint not null,
  best_bid integer not null,
  best_ask integer not null,
  primary key (market_id, "interval", start_ms)
);

insert into candles (market_id, "interval", start_ms, open, high, low, close, volume, trades, best_bid, best_ask)
select t.market_id, i.name, t.filled_at_ms - t.filled_at_ms % i.ms,
  (array_agg(p.yes order by t.id))[1], max(p.yes), min(p.yes), (array_agg(p.yes order by t.id desc))[1],
  sum(t.amount_usd), count(*), 0, 0
from trades t
cross join lateral (select case when t.outcome = 'yes' then t.price else 1000 - t.price end as yes) p
cross join (values ('1m', 60000::bigint), ('5m', 300000), ('1h', 3600000), ('1d', 86400000)) as i (name, ms)
group by t.market_id, i.name, t.filled_at_ms - t.filled_at_ms % i.ms;
