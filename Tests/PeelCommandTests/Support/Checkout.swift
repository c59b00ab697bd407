import Glibc
import Peel

/// The folder that the tests were built from.
let checkout = FilePath(#filePath).parent.parent.parent.parent

/// Whether golden files are to be written rather than compared.
let updatesGolden = getenv("PEEL_UPDATE_GOLDEN") != nil
