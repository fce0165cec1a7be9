-- Codes by which somebody who has neither password nor second factor proves to be themselves.
alter table contact_code drop constraint contact_code_purpose_check;
alter table contact_code add constraint contact_code_purpose_check
  check (purpose in ('confirm-contact', 'reset-password', 'create-password', 'prove-identity'));
