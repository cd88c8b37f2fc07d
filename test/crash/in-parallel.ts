// Does a number of things, several at once, each as soon as another one is done.

export async function inParallel(
  total: number,
  atOnce: number,
  work: (left: number) => Promise<void>,
): Promise<void> {
  let left = total
  const goOn = async () => {
    while (left > 0) {
      left -= 1
      await work(left)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, goOn))
}
