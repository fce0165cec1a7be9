/** The job that imports people, undoes imports, and takes their cards over. */
export const movePeopleJob = 'move-people'
