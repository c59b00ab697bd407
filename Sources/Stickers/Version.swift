/// This package's version. Another one may make other stickers of the same photo.
package let peelVersion = "0.1.0"
