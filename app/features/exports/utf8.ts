/** Room for a chunk of most files; wider ones get more. */
const ROOM = 64 * 1024;

/**
 * Pieces of text as bytes, one after another. Each piece is let go of once it is written: a chunk's text in one would be so
 * long that V8 keeps it until it next looks through all of its memory, and a long file is made of hundreds.
 */
export function utf8Of(pieces: Iterable<string>): Uint8Array {
  let room = Buffer.allocUnsafeSlow(ROOM);
  let at = 0;
  for (const piece of pieces) {
    const most = at + 3 * piece.length;
    if (most > room.length) {
      const wider = Buffer.allocUnsafeSlow(2 * most);
      room.copy(wider, 0, 0, at);
      room = wider;
    }
    at += room.write(piece, at);
  }
  return room.subarray(0, at);
}
