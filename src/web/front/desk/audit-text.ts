import { type AuditAction, auditActions } from '#contract/desk/audit-actions.ts'
import { m } from '#messages/generated/messages.js'

const texts: Readonly<Record<AuditAction, () => string>> = {
  'prepaid-assigned': m.audit_action_prepaid_assigned,
  'account-corrected': m.audit_action_account_corrected,
  'coupon-assigned': m.audit_action_coupon_assigned,
  'coupons-added': m.audit_action_coupons_added,
  'password-assigned': m.audit_action_password_assigned,
  'second-factor-reset': m.audit_action_second_factor_reset,
  'contact-move-asked': m.audit_action_contact_move_asked,
  'sessions-ended': m.audit_action_sessions_ended,
  'session-ended': m.audit_action_session_ended,
  'login-released': m.audit_action_login_released,
  'mail-sent-again': m.audit_action_mail_sent_again,
  'people-list-checked': m.audit_action_people_list_checked,
  'people-imported': m.audit_action_people_imported,
  'people-import-undone': m.audit_action_people_import_undone,
  'people-invited': m.audit_action_people_invited,
  'people-cards-taken': m.audit_action_people_cards_taken,
  'account-purged': m.audit_action_account_purged,
  'order-moved': m.audit_action_order_moved,
  'order-refunded': m.audit_action_order_refunded,
  'order-paid': m.audit_action_order_paid,
  'declaration-decided': m.audit_action_declaration_decided,
  'product-saved': m.audit_action_product_saved,
  'upload-started': m.audit_action_upload_started,
  'video-created': m.audit_action_video_created,
  'video-changed': m.audit_action_video_changed,
  'video-deleted': m.audit_action_video_deleted,
  'video-restored': m.audit_action_video_restored,
  'video-address-changed': m.audit_action_video_address_changed,
  'videos-changed': m.audit_action_videos_changed,
  'category-saved': m.audit_action_category_saved,
  'category-deleted': m.audit_action_category_deleted,
  'series-saved': m.audit_action_series_saved,
  'label-renamed': m.audit_action_label_renamed,
  'captions-asked': m.audit_action_captions_asked,
  'preview-link-made': m.audit_action_preview_link_made,
  'preview-link-withdrawn': m.audit_action_preview_link_withdrawn,
  'film-job-cancelled': m.audit_action_film_job_cancelled,
  'film-job-repeated': m.audit_action_film_job_repeated,
  'datev-saved': m.audit_action_datev_saved,
  'charge-asked': m.audit_action_charge_asked,
  'charge-given-up': m.audit_action_charge_given_up,
  'event-repeated': m.audit_action_event_repeated,
  'broadcast-tested': m.audit_action_broadcast_tested,
  'broadcast-ordered': m.audit_action_broadcast_ordered,
  'broadcast-stopped': m.audit_action_broadcast_stopped,
  'service-mode-chosen': m.audit_action_service_mode_chosen,
  'announcement-saved': m.audit_action_announcement_saved,
  'maintenance-saved': m.audit_action_maintenance_saved,
  'prices-saved': m.audit_action_prices_saved,
  'words-saved': m.audit_action_words_saved,
  'look-saved': m.audit_action_look_saved,
  'settings-saved': m.audit_action_settings_saved,
  'mail-tested': m.audit_action_mail_tested,
  'texts-checked': m.audit_action_texts_checked,
  'site-opened': m.audit_action_site_opened,
  'admin-created': m.audit_action_admin_created,
  'admin-password-renewed': m.audit_action_admin_password_renewed,
  switched: m.audit_action_switched,
  'switch-ended': m.audit_action_switch_ended,
  'written-while-switched': m.audit_action_written_while_switched,
}

/** Whether a word is an action of the audit log that this version knows. */
export function isAuditAction(word: string): word is AuditAction {
  return auditActions.some((action) => action === word)
}

/** Says in a sentence what was done. */
export function auditText(action: string): string {
  return isAuditAction(action) ? texts[action]() : m.history_audit_other({ action })
}
