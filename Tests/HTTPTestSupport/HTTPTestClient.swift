@_exported public import HTTPTestClient
