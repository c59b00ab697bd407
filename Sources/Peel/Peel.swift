@_exported public import Execution
@_exported public import Files
@_exported public import Imaging
@_exported public import Printing
@_exported public import StickerPacks
@_exported public import Stickers
@_exported public import Profiling
