/** Decisions 8.01: a dialog of ours names the thing; nothing is done without its yes, and the reason where one is asked for. */
export const table = `
confirmation --question.ask[0]--> confirmation.asking / keep
confirmation.asking --question.accept[0 isSaid]--> confirmation.accepted / keepReason
confirmation.asking --question.accept[1]--> stays / refuse
confirmation.asking --question.reject[0]--> confirmation.rejected
`;

export const ignored = `
quiet: question.accept, question.reject — nothing is asked
accepted: question.accept, question.reject — it is answered, and a second press changes nothing
rejected: question.accept, question.reject — it is answered, and a second press changes nothing
`;
