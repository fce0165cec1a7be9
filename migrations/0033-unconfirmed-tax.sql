-- compatible: only an index, which an older program does without

-- What is asked each minute: invoices that were taxed because the register of VAT ids could not be asked.
create index invoice_unconfirmed on invoice (account_id)
  where kind = 'invoice' and facts -> 'vat' ->> 'unconfirmed' = 'true';
