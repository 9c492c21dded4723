/** A private sheet is read and compared in the browser; only a question the user sends leaves the page (decisions 2.13). */
export const table = `
ownSheet --text.paste[0]--> ownSheet.reading (reenter) / forgetQuestion
ownSheet --file.choose[0]--> ownSheet.reading (reenter) / forgetQuestion
ownSheet --sheet.clear[0]--> ownSheet.empty / forgetSheet
ownSheet.reading --xstate.done.actor.readSheet[0]--> ownSheet.choosing / setRows
ownSheet.reading --xstate.error.actor.readSheet[0]--> ownSheet.empty / forgetSheet, setReadError
ownSheet.choosing --columns.choose[0]--> stays / setColumns
ownSheet.choosing --sheet.compare[0 isComplete]--> ownSheet.loading
ownSheet.loading --xstate.done.actor.loadRecords[0]--> ownSheet.explaining / setRecords
ownSheet.loading --xstate.error.actor.loadRecords[0]--> ownSheet.choosing / setLoadError
ownSheet.explaining --xstate.done.actor.explainRecords[0]--> ownSheet.shown / setExplanations
ownSheet.explaining --xstate.error.actor.explainRecords[0]--> ownSheet.shown / setExplainError
ownSheet.shown --question.begin[0 isNew]--> ownSheet.asking / setQuestion
ownSheet.asking --question.type[0]--> stays / setText
ownSheet.asking --question.send[0 hasText]--> ownSheet.sending
ownSheet.asking --question.cancel[0]--> ownSheet.shown / forgetQuestion
ownSheet.sending --xstate.done.actor.sendQuestion[0]--> ownSheet.shown / setAsked
ownSheet.sending --xstate.error.actor.sendQuestion[0]--> ownSheet.asking / setSendError
ownSheet.sending --text.paste[0]--> stays
ownSheet.sending --file.choose[0]--> stays
ownSheet.sending --sheet.clear[0]--> stays
`;

export const ignored = `
empty: columns.choose, sheet.compare — there is no sheet yet
reading: columns.choose, sheet.compare — the sheet is on its way
loading, explaining, shown, asking, sending: columns.choose, sheet.compare — the columns were chosen; another sheet begins again
empty, reading, choosing, loading: question.begin, question.type, question.send, question.cancel — there is no line to ask about
explaining: question.begin, question.type, question.send, question.cancel — the reasons come first, and may answer the question
shown: question.type, question.send, question.cancel — no question is being written
asking: question.begin — one question at a time
sending: question.begin, question.type, question.send, question.cancel — the question is on its way
`;
