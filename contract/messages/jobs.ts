// Why a job failed.
export const jobs = {
  neverFinished: 'It was started several times and never finished.',
  failed: 'Something went wrong while it was being done.',
  notWritten: 'Something went wrong while it was being written.',
  notComputed: 'Some commissions could not be computed. They are tried again.',
  cancelled: 'It was cancelled.',
} as const;
