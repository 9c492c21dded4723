/** Decisions 7.08: figures that are still being computed are labeled as such, and the page polls until they are final. */
export const table = `
pendingFigures --figures.told[0 hasPending]--> pendingFigures.waiting (reenter) / setPending
pendingFigures --figures.told[1]--> pendingFigures.settled / setPending
pendingFigures.waiting --xstate.after.figuresAgain.pendingFigures.waiting[0]--> pendingFigures.asking / askAgain
pendingFigures.asking --xstate.after.figuresLost.pendingFigures.asking[0]--> pendingFigures.waiting
`;

export const ignored = '';
