/** Of what a source told before, so much may be missing at once; more looks like a sheet that was emptied by accident. */
export const MOST_VANISHED = 0.3;
/** A few rows say nothing about a share. */
const FEW = 3;

/** Whether so many missing ones are left alone until somebody says that they are meant to be gone. */
export const isSuspicious = (missing: number, known: number): boolean => missing > FEW && missing > known * MOST_VANISHED;
