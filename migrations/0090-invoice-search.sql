-- The admin looks invoices up by the beginning of their number, of the buyer's name or of the name in the buyer's address, or
-- by a VAT id.
create index invoice_number_beginning on invoice (number collate "C");
create index invoice_buyer_beginning on invoice ((left(lower(facts -> 'buyer' ->> 'name'), 200)) collate "C");
create index invoice_address_beginning on invoice ((left(lower(facts -> 'buyer' ->> 'address'), 200)) collate "C");
create index invoice_vat_id on invoice ((facts -> 'buyer' ->> 'vatId')) where facts -> 'buyer' ->> 'vatId' is not null;
-- Payments are listed with their invoice.
create index invoice_charge on invoice (charge_id) where charge_id is not null;
