-- Single pieces of an order can be withdrawn from and given back. An older program would take all of the order for them, so it is refused.

alter table shop_order
  -- for each line, in the order of lines: pieces whose money was given back; null: none
  add column returned_pieces integer[],
  -- for each line: pieces that the buyer has withdrawn from and is to send back; null: none
  add column awaited_pieces integer[];

update shop_order set returned_pieces = array(
  select (line ->> 'quantity')::integer from jsonb_array_elements(lines) with ordinality as of (line, place) order by place
) where state = 'returned';
update shop_order set awaited_pieces = array(
  select (line ->> 'quantity')::integer from jsonb_array_elements(lines) with ordinality as of (line, place) order by place
) where withdrawn_at is not null and shipped_at is not null and state in ('shipped', 'delivered');

-- What a refund gives back of an order's articles, as the lines of its credit note; null: a sum alone.
alter table refund add column articles jsonb;

alter table declaration
  -- of a withdrawal from an order: how many pieces of each line; null: of the whole contract
  add column pieces integer[],
  -- the part of the contract in the words of the declarer, where they did not see its lines
  add column part text;
