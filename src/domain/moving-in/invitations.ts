/** Invitations that are written in a minute: thousands at once look like spam to mail hosts. */
export const invitationsAMinute = 30
