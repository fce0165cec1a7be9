// a room that says what happens to it, in place of a server
export function join(roomId: string) {
  console.log(`join  '${roomId}'`)
  return {
    onMessage(show: (text: string) => void) {
      show(`welcome to ${roomId}`)
    },
    leave() {
      console.log(`leave '${roomId}'`)
    },
  }
}
