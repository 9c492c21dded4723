// Reasons why a job failed.
export const jobs = {
  crashed: 'The server stopped {crashes} times in a row during this job, so it was given up.',
  failed: 'Something went wrong while it was being done.',
  notAllowed: 'The person who started this is no longer active or allowed to, so it was not done.',
  notWritten: 'Something went wrong while it was being written.',
  notComputed: 'Some commissions could not be computed. They are tried again.',
  cancelled: 'It was cancelled.',
} as const;
