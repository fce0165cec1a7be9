// node meeting.js

// the same hour in UTC is another one in Berlin once summer time has begun
const time = new Intl.DateTimeFormat('en-GB', {
  timeStyle: 'short', timeZone: 'Europe/Berlin',
})
console.log(time.format(new Date('2026-03-23T08:00Z'))) // 09:00
console.log(time.format(new Date('2026-03-30T08:00Z'))) // 10:00
