/** Decisions 8.01: our own dialog names the item; without confirmation, and a reason where required, nothing happens. */
export const table = `
confirmation --question.ask[0]--> confirmation.asking / keep
confirmation.asking --question.accept[0 hasRequiredReason]--> confirmation.accepted / setReason
confirmation.asking --question.accept[1]--> stays / refuse
confirmation.asking --question.reject[0]--> confirmation.rejected
`;

export const ignored = `
quiet: question.accept, question.reject — nothing is asked
accepted: question.accept, question.reject — it is answered, and a second press changes nothing
rejected: question.accept, question.reject — it is answered, and a second press changes nothing
`;
