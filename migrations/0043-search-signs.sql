-- Trigrams are made of letters and digits alone, so that "anna@" or "anna berg" would be looked for among all annas. With a
-- letter that nobody uses in place of each sign that stands between words they are as rare as they are.
do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    drop index if exists account_user_name_part;
    drop index if exists contact_email_part;
    create index account_user_name_signs on account_user
      using gin ((translate(lower(name), ' @.-_+''', 'ƿȝƕƨƽƅʒ')) collate "C" gin_trgm_ops);
    create index contact_email_signs on contact
      using gin ((translate(email_key, ' @.-_+''', 'ƿȝƕƨƽƅʒ')) collate "C" gin_trgm_ops);
  end if;
end $$;

-- what an index of expressions holds is not known before
analyze account_user;
analyze contact;
