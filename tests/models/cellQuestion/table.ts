/** Decisions 6.05: the user chooses one of two values of a field or postpones the question. */
export const table = `
cellQuestion --question.ask[0]--> cellQuestion.asking / setCell
cellQuestion.asking --conflict.mine[0]--> cellQuestion.free / setMine, forgetCell
cellQuestion.asking --conflict.theirs[0]--> cellQuestion.free / takeTheirs, forgetCell
cellQuestion.asking --conflict.later[0]--> cellQuestion.free / forgetCell
`;

export const ignored = `
free: conflict.mine, conflict.theirs, conflict.later — nothing is in question
`;
